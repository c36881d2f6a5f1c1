/** The texts of the session's errors. A translation is one more file that satisfies `typeof sessionMessages`. */
export const sessionMessages = {
  backendChanged: 'This workspace is now connected to another backend.',
  backendChangedHint:
    'Reload the page. Changes that were not sent stay in this browser until the previous backend is back.',
};
