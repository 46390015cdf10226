/** The program of the thread for one task about documents: a large document takes long, and so does a slow directory. */
import type { PrimaryToDocumentThread } from '../messages.ts'
import { threadParentPort } from '../rpc/ports.ts'
import { openRpcChannel } from '../rpc/rpc-channel.ts'

openRpcChannel<object, PrimaryToDocumentThread>(threadParentPort(), {
  peer: 'the thread that started this one',
  deadlines: {},
  handlers: {
    // Each task loads only its own code.
    async describe({ folder, file, environment }) {
      const { describeApi } = await import('../../config/index.ts')
      return describeApi(folder, file, environment)
    },
    async openapi({ folder, file, environment }) {
      const { readPublicOpenApi } = await import('../../config/index.ts')
      return readPublicOpenApi(folder, file, environment)
    },
    async importApis(request) {
      const { importApiDocuments } = await import('./documents/import-api-documents.ts')
      return importApiDocuments(request)
    },
    async testSignIn(request) {
      const { testSignIn } = await import('./documents/test-sign-in.ts')
      return testSignIn(request)
    },
  },
})
