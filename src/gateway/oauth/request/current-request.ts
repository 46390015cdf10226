/** Finds the request that oidc-provider serves at this moment, for what it calls without a context: adapters and lifetimes. */
import type { IncomingMessage } from 'node:http'
import { type KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { TokenWork } from '../state/token-work.ts'
import { getRequestState, type RequestState } from './request-state.ts'

/** Returns the state of the request; undefined outside of the actions of oidc-provider. */
export function findCurrentRequest(): RequestState | undefined {
  const { ctx } = Provider as unknown as { ctx: KoaContextWithOIDC | undefined }
  return ctx && getRequestState(ctx)
}

/** Returns the message of the request; undefined outside of the actions of oidc-provider. */
export function findCurrentMessage(): IncomingMessage | undefined {
  const { ctx } = Provider as unknown as { ctx: KoaContextWithOIDC | undefined }
  return ctx?.req
}

/** Returns the work of the current token request; undefined at all other endpoints. */
export function findCurrentWork(): TokenWork | undefined {
  return findCurrentRequest()?.work
}

/** Returns the work of a token request. Throws at any other endpoint. */
export function getTokenWork(ctx: { state: object }): TokenWork {
  const { work } = getRequestState(ctx)
  if (!work) throw new Error('tokens are issued only by the token endpoint')
  return work
}
