/** What happens in a provider, for those who count: metrics, usage, audit. It holds no token and no secret. */

export type OauthEvent =
  | { kind: 'issued'; grant: string; clientId: string; requestId: string | undefined }
  | {
      kind: 'refused'
      error: string
      status: number
      clientId: string | undefined
      requestId: string | undefined
    }

export type OnOauthEvent = (event: OauthEvent) => void
