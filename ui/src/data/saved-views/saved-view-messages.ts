/** The texts of storing views. A translation is one more file that satisfies `typeof savedViewMessages`. */
export const savedViewMessages = {
  nameMissing: 'Enter a name.',
  nameTooLong: (max: number) => `Enter at most ${max} characters.`,
  nameTaken: 'You already have a view with this name.',
  copyName: (number: number) => (number === 1 ? ' (copy)' : ` (copy ${number})`),
  viewDeleted: (name: string) => `The view “${name}” no longer exists.`,
  viewChanged: (name: string) => `The view “${name}” was changed elsewhere.`,
  viewChangedHint: 'Nothing was saved. The current version is shown.',
};
