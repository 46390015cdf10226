/** What can go wrong with a call of an operation, from its security, its plans and its definition. Pure. */
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApiView, OperationView } from '../../rest/index.ts'
import { describeRequirement } from '../try/api-request.ts'

export interface OperationError {
  status: number
  /** When the gateway responds with it. */
  cause: string
  /** What the caller does then. */
  remedy: string
}

type Row = OperationError | false

/** Returns the errors with which the gateway itself responds, by status. */
export function listOperationErrors(api: ApiView, operation: OperationView): OperationError[] {
  const { security, authorizationDetails: details, body, parameters } = operation
  const all = security.flatMap((requirement) => requirement.all)
  const scopes = [...new Set(all.flatMap((each) => each.scopes))]
  const isToken = all.some(({ type }) => type === 'oauth2')
  const needs = security.map(describeRequirement).join(t(', or '))
  const limits = api.plans.flatMap(({ plan, limits: words }) => words.map((each) => `${plan}: ${each}`))
  const rows: readonly Row[] = [
    parameters.some(({ in: place, required }) => required && place !== 'path') && {
      status: 400,
      cause: t('A required parameter is missing, or a value cannot be forwarded.'),
      remedy: t('Send the parameters as they are listed above.'),
    },
    security.length > 0 && {
      status: 401,
      cause: t('The credentials are missing, wrong or expired. The operation needs {needs}.', { needs }),
      remedy: isToken
        ? t('Get a new access token, and send it as "Authorization: Bearer …".')
        : t('Verify the secret on the page of the application.'),
    },
    scopes.length > 0 && {
      status: 403,
      cause: t('The access token lacks a scope: {scopes}.', { scopes: scopes.join(', ') }),
      remedy: t('Ask for the scope when you get the token, and for the consent of its user.'),
    },
    details !== undefined && {
      status: 403,
      cause: t('The access token lacks the authorization details {details}.', { details }),
      remedy: t('Ask for them when you get the token.'),
    },
    security.length > 0 && {
      status: 403,
      cause: t('The application has no subscription to a plan with this API, or is suspended.'),
      remedy: t('Subscribe it: {plans}.', { plans: [...new Set(api.plans.map(({ product }) => product))].join(', ') }),
    },
    body !== undefined && {
      status: 413,
      cause: t('The body is larger than the gateway accepts.'),
      remedy: t('Send less in one call.'),
    },
    limits.length > 0 && {
      status: 429,
      cause: t('A limit of the plan is used up. {limits}.', { limits: limits.join('; ') }),
      remedy: t('Wait as many seconds as the header Retry-After says, or change to a larger plan.'),
    },
    {
      status: 502,
      cause: t('The server behind the gateway cannot be reached, or does not respond in time (504).'),
      remedy: t('Try again later, and tell the operator if it lasts.'),
    },
    api.offline && { status: 503, cause: t('The operator has taken the API offline.'), remedy: t('Try again later.') },
  ]
  return rows.filter((row) => row !== false)
}
