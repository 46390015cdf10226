/** Runs the helper process of the local operating system registry, or connects to a socket behind which systemd runs it. */
import { spawn } from 'node:child_process'
import { connect } from 'node:net'
import type { Readable, Writable } from 'node:stream'
import { findModule } from '../../../../../shared/lib/package/source-files.ts'
import { RegistryUnavailableError } from '../../../../../shared/registries/index.ts'
import { maxPamMessageBytes, type PamRequest, type PamResult, parsePamResult } from './pam-request.ts'

export interface PamHelperOptions {
  /** The Unix socket of the helper service; undefined starts a child process. */
  readonly socket: string | undefined
  readonly timeoutMs: number
}

/** Returns the result of a check. Throws `RegistryUnavailableError` when the helper does not respond in time or not correctly. */
export async function runPamHelper(request: PamRequest, options: PamHelperOptions): Promise<PamResult> {
  const helper = options.socket === undefined ? startProcess() : connectTo(options.socket)
  const onTimeout = () => helper.fail(new Error(`the PAM helper did not respond within ${options.timeoutMs} ms`))
  const timeout = setTimeout(onTimeout, options.timeoutMs)
  try {
    const result = await Promise.race([exchange(helper, request), helper.failure])
    if (result.outcome === 'failed') throw new Error(result.reason)
    return result
  } catch (cause) {
    const text = `PAM could not check the password of "${request.name}": ${(cause as Error).message}`
    throw new RegistryUnavailableError(text, { cause })
  } finally {
    clearTimeout(timeout)
    helper.end()
  }
}

interface Helper {
  readonly input: Writable
  readonly output: Readable
  /** Rejects when the helper cannot be reached, or after `fail`. */
  readonly failure: Promise<never>
  fail(error: Error): void
  end(): void
}

/** Starts the helper with an empty environment, so that no variable of the server reaches PAM modules. */
function startProcess(): Helper {
  const { promise: failure, reject: fail } = Promise.withResolvers<never>()
  const child = spawn(process.execPath, [findModule('mq/web/security/registries/local-os/pam-helper')], {
    cwd: '/',
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  child.on('error', fail)
  return { input: child.stdin, output: child.stdout, failure, fail, end: () => void child.kill('SIGKILL') }
}

function connectTo(path: string): Helper {
  const { promise: failure, reject: fail } = Promise.withResolvers<never>()
  const socket = connect(path).on('error', fail)
  return { input: socket, output: socket, failure, fail, end: () => void socket.destroy() }
}

async function exchange({ input, output, fail }: Helper, request: PamRequest): Promise<PamResult> {
  input.on('error', fail)
  input.end(JSON.stringify(request))
  return parsePamResult(await readText(output))
}

async function readText(output: Readable): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of output) {
    bytes += (chunk as Buffer).length
    if (bytes > maxPamMessageBytes) throw new Error(`the response is above ${maxPamMessageBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
