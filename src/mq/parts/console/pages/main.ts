/** The entry point of the page. It loads the catalogue of the language before the code of the page. */
import { loadCatalogue } from '../../../../shared/ui/text/language.ts'

void start()

async function start(): Promise<void> {
  await loadCatalogue()
  // Only a provider at which a user signs in sends browsers here with a query.
  if (location.search !== '') (await import('../../../../shared/ui/session/provider-return.ts')).receiveProviderReturn()
  await import('./start.tsx')
}
