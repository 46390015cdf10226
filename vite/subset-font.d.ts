declare module 'subset-font' {
  /** Returns the font with the characters of the text only. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      noHinting: boolean
      /** The OpenType features that stay. */
      keepFeatures: readonly string[]
      dropTables: readonly string[]
    },
  ): Promise<Buffer>
}
