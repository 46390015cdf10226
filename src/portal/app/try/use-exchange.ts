/** One call at a time: its answer, and the way to stop it. */
import { useEffect, useRef, useState } from 'react'

import type { CallRequest } from './request.ts'
import { type Exchange, send } from './send.ts'
import { useWallet } from './wallet.tsx'

export function useExchange() {
  const [state, setState] = useState<{ busy: boolean; exchange?: Exchange; problem?: string }>({
    busy: false,
  })
  const running = useRef<AbortController>(undefined)
  const wallet = useWallet()

  useEffect(() => () => running.current?.abort(), [])

  async function call(request: CallRequest): Promise<void> {
    const ends = new AbortController()
    running.current?.abort()
    running.current = ends
    setState({ busy: true })
    try {
      const exchange = await send(request, ends.signal)
      if (exchange.status < 400) wallet.called()
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
