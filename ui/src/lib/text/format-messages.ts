/** The texts of formatted sizes and times. A translation is one more file that satisfies `typeof formatMessages`. */
export const formatMessages = {
  oneByte: '1 byte',
  sizeUnits: ['bytes', 'KB', 'MB', 'GB', 'TB'],
  justNow: 'just now',
  approximate: (count: string) => `≈${count}`,
};
