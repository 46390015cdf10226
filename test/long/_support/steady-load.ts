/** Clients that call without a pause, and note every call that fails. */
import { Agent, request } from 'undici'

export interface Target {
  /** The URL of the catalog: origin, organisation and catalog. */
  url: string
  /** Whether a load balancer sends calls to it. */
  isReady: boolean
}

export interface SteadyLoad {
  /** The number of calls until now. */
  calls: number
  failures: readonly string[]
  /** Settles when `count` more calls have ended. */
  pass(count: number): Promise<void>
  stop(): Promise<void>
}

export interface SteadyLoadOptions {
  lanes: number
  /** The targets, over which the lanes spread their calls. They may change. */
  targets: readonly Target[]
  /** The path of the API, the form of a token request, and the path of the token endpoint. */
  path: string
  form: string
  tokenPath?: string
  /** The certificates that the clients trust. */
  ca?: readonly string[]
}

/** A lane opens a new connection after this number of calls, and gets a new token after four times as many. */
const callsPerConnection = 25

/** Starts the clients. */
export function startLoad({
  lanes,
  targets,
  path,
  form,
  tokenPath = '/login/oauth2/token',
  ca = [],
}: SteadyLoadOptions): SteadyLoad {
  const failures: string[] = []
  let isRunning = true
  const load = { calls: 0, failures, pass, stop }
  const running = Array.from({ length: lanes }, (_, lane) => runLane(lane))
  return load

  async function runLane(lane: number): Promise<void> {
    let token = ''
    for (let round = lane; isRunning; round += 1) {
      const ready = targets.filter(({ isReady }) => isReady)
      const target = ready[round % ready.length]
      if (!target) {
        failures.push('no target is ready')
        return
      }
      const agent = new Agent({ connections: 1, connect: { ca: [...ca] } })
      try {
        if (token === '' || round % 4 === 0) token = await getToken(target, agent)
        for (let call = 0; isRunning && target.isReady && call < callsPerConnection; call += 1)
          await callOnce(target, agent, token)
      } catch (error) {
        failures.push(`${target.url}: ${(error as Error).message}`)
      } finally {
        await agent.close()
      }
    }
  }

  async function getToken({ url }: Target, dispatcher: Agent): Promise<string> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const options = { dispatcher, headers, method: 'POST', body: form } as const
    const { statusCode, body } = await request(`${url}${tokenPath}`, options)
    const text = await body.text()
    if (statusCode !== 200) throw new Error(`the token endpoint responded with ${statusCode}: ${text}`)
    return (JSON.parse(text) as { access_token: string }).access_token
  }

  async function callOnce({ url }: Target, dispatcher: Agent, token: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}` }
    const { statusCode, body } = await request(`${url}${path}`, { dispatcher, headers })
    const text = await body.text()
    load.calls += 1
    if (statusCode !== 200) failures.push(`${statusCode} ${text}`)
  }

  async function pass(count: number): Promise<void> {
    const wanted = load.calls + count
    while (load.calls < wanted && failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 10))
  }

  async function stop(): Promise<void> {
    isRunning = false
    await Promise.all(running)
  }
}
