/** The console: the descriptions of its REST resources. */
import type { MqPart } from '../../part.ts'

export const consolePart: MqPart = {
  name: 'console',
  loadResources: async () => ({
    routes: [],
    consoleRoutes: [],
    loadDescriptions: async () => (await import('./descriptions.ts')).consoleDescriptions,
  }),
}
