/** The console: its page, the samples and layouts that it shows, and its REST resources. */
import type { MqPart } from '../../part.ts'

export const consolePart: MqPart = {
  name: 'console',
  loadService: async () => (await import('./state/console-service.ts')).openConsole,
  loadResources: async () => (await import('./rest/routes.ts')).consoleRows,
}
