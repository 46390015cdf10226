/** The entry point of the page. It loads the catalogue of the language before the code of the page. */
import { loadCatalogue } from '../../../../shared/ui/text/language.ts'

void loadCatalogue().then(() => import('./start.tsx'))
