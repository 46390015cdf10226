/** The translations of a language by the English text, or by `text|context` where one text has several meanings. */
export type Catalogue = Readonly<Record<string, string>>
