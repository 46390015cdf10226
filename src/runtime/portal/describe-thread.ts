/** The program of the thread that reads the description of an API: a large document takes long. */
import { describeApi } from '../../config/index.ts'
import type { PrimaryToDescribeThread } from '../messages.ts'
import { threadParentPort } from '../rpc/ports.ts'
import { openRpcChannel } from '../rpc/rpc-channel.ts'

openRpcChannel<object, PrimaryToDescribeThread>(threadParentPort(), {
  peer: 'the thread that started this one',
  deadlines: {},
  handlers: { describe: ({ folder, file, environment }) => describeApi(folder, file, environment) },
})
