/** Managed file transfer: its REST resources. */
import type { MqPart } from '../../part.ts'

export const fileTransferPart: MqPart = {
  name: 'file-transfer',
  loadResources: async () => (await import('./rest/routes.ts')).transferResources,
}
