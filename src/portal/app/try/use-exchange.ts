/** Runs one call at a time and keeps its response. The user can stop it. */
import { useEffect, useRef, useState } from 'react'
import { useStoredCredentials } from '../session/stored-credentials.tsx'
import type { ApiRequest } from './api-request.ts'
import { type ApiExchange, sendApiRequest } from './send-api-request.ts'

export function useExchange() {
  const [state, setState] = useState<{ busy: boolean; exchange?: ApiExchange; problem?: string }>({
    busy: false,
  })
  const running = useRef<AbortController>(undefined)
  const wallet = useStoredCredentials()

  useEffect(() => () => running.current?.abort(), [])

  async function call(request: ApiRequest): Promise<void> {
    const ends = new AbortController()
    running.current?.abort()
    running.current = ends
    setState({ busy: true })
    try {
      const exchange = await sendApiRequest(request, ends.signal)
      if (exchange.status < 400) wallet.markCalled()
      setState({ busy: false, exchange })
    } catch (error) {
      if (!ends.signal.aborted) setState({ busy: false, problem: (error as Error).message })
    }
  }

  function stop() {
    running.current?.abort()
    setState({ busy: false })
  }

  return { exchange: state.exchange, problem: state.problem, busy: state.busy, call, stop }
}
