/**
 * The tests that the files of a group have declared. ava gets them when all files are loaded, because it starts soon
 * after the first one.
 */
export const declarations: (() => void)[] = []

/** The file that is being loaded. Its path is the prefix of the titles that it declares, also through shared helpers. */
export const loading = { prefix: '' }
