/**
 * Cuts IBM Plex in the weights that the pages use into files by characters, of which browsers load those that a page
 * shows, and writes the stylesheet `plex.scss` beside them.
 *
 * The files have no kerning, no ligatures and no hints for coarse screens, which are two thirds of their bytes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import subsetFont from 'subset-font'

/** The folder of the files; the stylesheet names it `@fonts`. */
export const fontFolder: string = resolve(import.meta.dirname, '../node_modules/.cache/sluice-fonts')

/** The ranges of characters, with the file of the font that has them. English pages need the first one only, hidden passwords included. */
const ranges = {
  basic: [
    'latin',
    'U+0020-007E, U+00A0, U+00B7, U+00D7, U+2009, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+202F, U+2191, U+2193',
  ],
  latin: [
    'latin',
    'U+00A1-00B6, U+00B8-00D6, U+00D8-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, ' +
      'U+0329, U+2000-2008, U+200A-2012, U+2015-2017, U+201A-201B, U+201E-2021, U+2023-2025, U+2027-202E, U+2030-206F, U+20AC, U+2122, U+2212, U+2215, U+FEFF, U+FFFD',
  ],
  'latin-ext': [
    'latin-ext',
    'U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, ' +
      'U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C0, U+2113, U+2C60-2C7F, U+A720-A7FF',
  ],
} as const

const faces = [
  ['IBM Plex Sans', 'ibm-plex-sans', 400],
  ['IBM Plex Sans', 'ibm-plex-sans', 600],
  ['IBM Plex Mono', 'ibm-plex-mono', 400],
] as const

/** Writes the files and the stylesheet. */
export async function subsetFonts(): Promise<void> {
  await mkdir(fontFolder, { recursive: true })
  const rules = faces.flatMap(([family, name, weight]) =>
    Object.entries(ranges).map(async ([part, [source, range]]) => {
      const file = `${name}-${part}-${weight}.woff2`
      const path = resolve(
        import.meta.dirname,
        `../node_modules/@fontsource/${name}/files/${name}-${source}-${weight}-normal.woff2`,
      )
      const options = {
        targetFormat: 'woff2',
        noHinting: true,
        keepFeatures: [],
        dropTables: ['GDEF', 'GPOS', 'GSUB'],
      } as const
      await writeFile(resolve(fontFolder, file), await subsetFont(await readFile(path), listCharacters(range), options))
      return `@font-face {
  font-display: swap;
  font-family: '${family}';
  font-weight: ${weight};
  src: url('@fonts/${file}') format('woff2');
  unicode-range: ${range};
}
`
    }),
  )
  await writeFile(resolve(fontFolder, 'plex.scss'), (await Promise.all(rules)).join('\n'))
}

/** Returns the characters of a `unicode-range`. */
function listCharacters(range: string): string {
  const codes = [...range.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].flatMap((found) => {
    const first = Number.parseInt(found[1] as string, 16)
    const last = found[2] === undefined ? first : Number.parseInt(found[2], 16)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })
  return String.fromCodePoint(...codes)
}
