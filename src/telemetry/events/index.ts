/** The events that telemetry subscribes to. The module that causes an event imports its type from here. */
export type {
  OauthEvent,
  OauthEventListener,
  RequestRejectedEvent,
  TokenIssuedEvent,
} from './oauth-events.ts'
