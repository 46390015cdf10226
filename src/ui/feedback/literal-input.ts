/** The properties of a field for names, paths and ids: the browser does not check the spelling and suggests nothing. */
export const literalInput = { spellCheck: false, autoComplete: 'off' } as const
