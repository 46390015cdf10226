/** Explains why the gateway rejected a call: the checks in their order, and advice. */
import { CheckmarkFilled, CircleDash, ErrorFilled } from '@carbon/react/icons'
import type { RequestError } from '../../../ui/api/client.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import type { CheckView, ExplanationView as Explanation } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'

export function ExplanationView({ requestId }: { requestId: string }) {
  const { value, problem } = useResource(requestId, (signal) => loadExplanation(requestId, signal))

  if (problem) return <p className="list__note">{problem}</p>
  if (!value) return null
  if (value === 'none') return <p>The gateway accepted the call. The API itself returned this status.</p>
  return (
    <section className="explanation" aria-label="Why it was refused">
      <Notice kind="info" title="The gateway rejected the request.">
        {value.advice}
      </Notice>
      <ol className="checks">
        {value.checks.map((check) => (
          <Check key={check.check} check={check} />
        ))}
      </ol>
      <p className="list__note">
        Request {value.requestId}, reason {value.reason}
      </p>
    </section>
  )
}

const icons = {
  passed: CheckmarkFilled,
  failed: ErrorFilled,
  'not reached': CircleDash,
} as const

function Check({ check: { check, outcome, seen, wanted } }: { check: CheckView }) {
  const Icon = icons[outcome]
  return (
    <li className={`check check--${outcome.replace(' ', '-')}`}>
      <Icon size={16} aria-label={outcome} />
      <div>
        <p className="check__title">{check}</p>
        {outcome !== 'not reached' && seen !== undefined && <p className="check__detail">seen: {seen}</p>}
        {outcome === 'failed' && wanted !== undefined && <p className="check__detail">wanted: {wanted}</p>}
      </div>
    </li>
  )
}

/** Resolves to `none` if the gateway did not reject the call. */
async function loadExplanation(requestId: string, signal: AbortSignal): Promise<Explanation | 'none'> {
  try {
    return await requestResource('GET /explanations/:request', { request: requestId }, { signal })
  } catch (error) {
    if ((error as RequestError).status === 404) return 'none'
    throw error
  }
}
