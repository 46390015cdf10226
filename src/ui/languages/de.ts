/**
 * The texts of the pages in German: by the English text, or by `text|context`. Terms are those of the product:
 * Warteschlange, Warteschlangenmanager, Kanal, Listener, Thema, Subskription.
 */
import type { Catalogue } from '../text/language.ts'

const de: Catalogue = {
  Language: 'Sprache',
}

export default de
