/** The texts of the checks of files. A translation is one more file that satisfies `typeof fileMessages`. */
export const fileMessages = {
  tooLarge: (size: string, limit: string) =>
    `The file has ${size}. This bucket accepts files of up to ${limit}.`,
  wrongTypeForBucket: (types: string) => `This bucket accepts only ${types}.`,
  wrongType: (types: string) => `Choose a file of the type ${types}.`,
  anyFiles: 'any files',
  families: { image: 'images', text: 'texts', video: 'videos' } as Record<string, string>,
  upTo: (types: string, limit: string) => `${types}, up to ${limit} each`,
  nameMissing: 'Enter a name.',
  nameWithSlash: 'A name can’t contain a slash.',
  nameReserved: 'This name is reserved.',
};
