/**
 * The helper process of the local operating system registry. It checks one password with PAM and ends.
 *
 * It is a process of its own because PAM modules block, may crash, and need the rights of root, which the server then does not
 * need. The password arrives on standard input: arguments and environment variables are visible to other processes.
 */
import { readFileSync, writeSync } from 'node:fs'
import { hasPamService } from './find-pam-service.ts'
import { maxPamMessageBytes, type PamResult, parsePamRequest } from './pam-request.ts'

writeSync(1, JSON.stringify(await check()))

async function check(): Promise<PamResult> {
  try {
    const text = readFileSync(0, 'utf8')
    if (text.length > maxPamMessageBytes) throw new Error(`the request is above ${maxPamMessageBytes} bytes`)
    const request = parsePamRequest(text)
    if (request.service !== 'other' && !hasPamService(request.service))
      return { outcome: 'failed', reason: `the service "${request.service}" has no file in /etc/pam.d` }
    const { checkWithPam } = await import('./check-with-pam.ts') // a missing library becomes a result
    return checkWithPam(request)
  } catch (error) {
    return { outcome: 'failed', reason: (error as Error).message }
  }
}
