/** The texts that the page needs before the code of actions is loaded. */
export const actionsProviderMessages = {
  interrupted: (title: string) => `“${title}” was interrupted`,
  show: 'Show',
};
