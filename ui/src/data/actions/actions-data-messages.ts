/** The texts of calls and runs that the data layer creates. */
export const actionsDataMessages = {
  functionError: (status: number) => `The function responded with status ${status}.`,
  functionStatus: (status: number) => `Status ${status}`,
};
