/** The body of every error response, and the codes of errors. */
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import { list, text, view } from '../../../../shared/rest/shapes.ts'
import type table from './portal-errors.json'

/** The code of an error of the portal: `portal-errors.json` has its status and its usual text. */
export type PortalErrorCode = keyof typeof table

export type ProblemDetails = Static<typeof ProblemDetails>
export const ProblemDetails = view(
  'ProblemDetails',
  {
    status: Type.Integer(),
    title: text('The reason phrase of the status.'),
    code: text('The error code for programs: `not_signed_in`, `name_taken`, `wrong_body`, ...'),
    detail: text('The error text for users.'),
    fields: Type.Optional(
      list(Type.Object({ field: text(), message: text() }), 'The errors of single members of the body.'),
    ),
    retryAfter: Type.Optional(Type.Integer({ description: 'Seconds after which the client may retry.' })),
  },
  'An error response, `application/problem+json`. RFC 9457.',
)
