/** What happens in a provider, for those who count: metrics, usage, audit. It holds no token and no secret. */

export type OauthEvent =
  | { kind: 'issued'; grant: string; clientId: string; requestId: string | undefined }
  | {
      kind: 'refused'
      error: string
      status: number
      /** What was met; it holds no secret. */
      reason: string
      /** Undefined until the client has proven itself. */
      clientId: string | undefined
      /** The client that the request names, whoever sent it. */
      claimedClientId: string | undefined
      /** The grant that was asked for, at a token endpoint. */
      grant: string | undefined
      requestId: string | undefined
    }

export type OnOauthEvent = (event: OauthEvent) => void
