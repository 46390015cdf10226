/** The entry point of the page. */
void start()

async function start(): Promise<void> {
  // Only a provider at which a user signs in sends browsers here with a query.
  if (location.search !== '') (await import('../../../../shared/ui/session/provider-return.ts')).receiveProviderReturn()
  await import('./start.tsx')
}
