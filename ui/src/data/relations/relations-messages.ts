/** The texts of related files. A translation is one more file that satisfies `typeof relationsMessages`. */
export const relationsMessages = {
  fileNotDeleted: (bucket: string) =>
    `The file in ${bucket} wasn’t deleted. Your role can’t delete it, or it no longer exists.`,
};
