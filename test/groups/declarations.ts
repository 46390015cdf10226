/**
 * The tests that the files of a group have declared. ava gets them when all files are loaded, because it starts soon
 * after the first one.
 */
export const declarations: (() => void)[] = []
