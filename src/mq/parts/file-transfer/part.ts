/** Managed file transfer: its agents, its commands and its REST resources. */
import type { MqPart } from '../../part.ts'

export const fileTransferPart: MqPart = {
  name: 'file-transfer',
  loadCommands: async () => (await import('./commands/index.ts')).fileTransferCommands,
  loadHostService: async () => {
    const { FileTransferControl } = await import('./host/file-transfer-control.ts')
    return (deps) => new FileTransferControl(deps)
  },
  loadResources: async () => (await import('./rest/routes.ts')).transferResources,
}
