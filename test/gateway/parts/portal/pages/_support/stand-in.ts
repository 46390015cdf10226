/**
 * A server that answers as the portal's REST resources do, from a literal table: pages are looked at in states that
 * would take the product minutes to reach.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'
import { buildPageListener } from '../../../../../../src/gateway/parts/portal/page-listener.ts'
import type { PortalResources, ProblemDetails } from '../../../../../../src/gateway/parts/portal/rest/index.ts'

type Resource = keyof PortalResources
type ResponseBody<R extends Resource> = PortalResources[R]['response']
/** A `Problem` refuses. */
export type Answers = { [R in Resource]?: ResponseBody<R> | ProblemDetails | (() => ResponseBody<R>) }

export interface Asked {
  resource: string
  csrf: string | undefined
  body: unknown
}

export interface StandIn {
  /** `http://127.0.0.1:port` */
  origin: string
  /** What was asked, in its order. */
  asked: Asked[]
  /** Other answers from now on. */
  answers: Answers
}

export const prefix = '/acme/sandbox/portal'
/** The origin in the table's answers; what is sent holds the server's own. */
export const published = 'http://127.0.0.1:8080'

/** Refuses what is not in the table with 404, as a `Problem`. */
export async function openStandIn(t: ExecutionContext, answers: Answers): Promise<StandIn> {
  const site = buildPageListener(prefix)
  const asked: Asked[] = []
  const standIn = { origin: '', asked, answers }

  const server = createServer(async (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0] as string
    if (!path.startsWith(`${prefix}/api/v1/`)) return site(request, response)

    const called = `${request.method} ${path.slice(`${prefix}/api/v1`.length)}`
    const resource = (Object.keys(standIn.answers) as Resource[]).find((each) => matches(each, called))
    const body = await bodyOf(request)
    asked.push({ resource: resource ?? called, csrf: request.headers['x-csrf-token'] as string, body })
    const answer = resource ? standIn.answers[resource] : problem(404, 'not_found', `There is nothing at ${path}.`)
    const status = isProblem(answer) ? answer.status : 200
    const sent: unknown = typeof answer === 'function' ? answer() : answer
    const text = sent === undefined ? '' : JSON.stringify(sent).replaceAll(published, standIn.origin)
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(text)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  t.teardown(() => server.close())
  standIn.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return standIn
}

export function problem(status: number, code: string, detail: string): ProblemDetails {
  return { status, title: 'Refused', code, detail }
}

function isProblem(answer: unknown): answer is ProblemDetails {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'detail' in answer
}

function matches(resource: Resource, called: string): boolean {
  const pattern = resource.replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${pattern}$`).test(called)
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const text = await textOf(request)
  return text === '' ? undefined : JSON.parse(text)
}
