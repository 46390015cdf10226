/** Explanations of rejected calls, and the inspection of tokens. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { declareResources } from '../../../../shared/rest/resource.ts'
import { body, flag, limitedText, list, text, view } from '../../../../shared/rest/shapes.ts'
import { CallCourseView } from './call-log.ts'
import { rejectionMembers } from './usage.ts'

export type CheckView = Static<typeof CheckView>
export const CheckView = view('CheckView', {
  check: text('The condition, as a sentence that is true when the check passes.'),
  outcome: Type.Enum(['passed', 'failed', 'not reached']),
  seen: Type.Optional(text()),
  wanted: Type.Optional(text()),
})

export type MessageMovementView = Static<typeof MessageMovementView>
export const MessageMovementView = view('MessageMovementView', {
  how: Type.Enum(['put', 'taken', 'acknowledged', 'put back']),
  at: text(),
  queue: Type.Optional(text('The queue manager and the queue; absent for a topic.')),
  message: Type.Optional(text('The message id; absent for a batch or a publication.')),
  trace: Type.Optional(text()),
  application: Type.Optional(text('The application of the call; absent where it belongs to another developer.')),
  requestId: Type.Optional(text('The call; absent where its application is.')),
})

export type ExplanationView = Static<typeof ExplanationView>
export const ExplanationView = view('ExplanationView', {
  ...rejectionMembers,
  advice: text('What the developer of the client should do next.'),
  application: Type.Optional(text('The application of the call, if the gateway identified one.')),
  checks: list(CheckView, 'The checks in the order in which the gateway makes them.'),
  course: Type.Optional(CallCourseView),
  messages: Type.Optional(list(MessageMovementView, 'What calls did to the messages that the call has put or taken.')),
})

export type TokenOperationView = Static<typeof TokenOperationView>
export const TokenOperationView = view('TokenOperationView', {
  api: text('The API as `name:version`.'),
  operation: text(),
  method: text(),
  path: text('The URL path from the root of the gateway.'),
  opens: flag(),
  because: Type.Optional(text('Why the token does not allow the operation, or why the operation needs no token.')),
})

const anyMembers = (description: string) => Type.Record(Type.String(), Type.Unknown(), { description })

export type TokenView = Static<typeof TokenView>
export const TokenView = view('TokenView', {
  good: flag(),
  refused: Type.Optional(text('Why the gateway rejects the token.')),
  issuer: Type.Optional(text('The provider that issued the token.')),
  header: Type.Optional(anyMembers('The decoded header, which is not verified; absent when the token is not a JWT.')),
  claims: Type.Optional(anyMembers('The decoded claims, which are not verified.')),
  token: Type.Optional(
    Type.Object(
      {
        id: text(),
        clientId: text(),
        subject: text(),
        grant: text(),
        scopes: list(text()),
        issuedAt: text(),
        expiresAt: text(),
        resource: Type.Optional(text('The one API that the token opens, by its URL.')),
        proof: Type.Optional(text('How callers prove that they may use the token; absent for a plain bearer token.')),
        details: Type.Optional(text('The authorization details.')),
      },
      { description: 'The data of a valid token.' },
    ),
  ),
  ceilings: Type.Optional(
    list(
      Type.Object({ whose: text(), words: text() }),
      'The limits on tokens of this kind, and what sets each limit: `application shop`, `plan customer/gold`, `user anna`.',
    ),
  ),
  operations: list(TokenOperationView),
})

const InspectTokenRequest = body('InspectTokenRequest', { token: limitedText('a token', 32_768, { minLength: 1 }) })

export const diagnosisResources = declareResources('diagnosis', {
  'GET /explanations/:request': {
    id: 'showExplanation',
    summary:
      'Explain a call by its X-Request-Id, and what became of its messages, also by the id of a message or trace',
    response: ExplanationView,
  },
  'GET /explanations/:request/test.yaml': {
    id: 'downloadTest',
    summary: 'Download a test of documents that makes the same call',
    file: { 'application/yaml': { type: 'string' } },
  },
  'POST /tokens/inspect': {
    id: 'inspectToken',
    summary: 'Inspect an access token',
    body: InspectTokenRequest,
    response: TokenView,
  },
})
