/** Warns of client secrets of an application that expire soon or have expired. */
import { Notice } from '../../../../ui/feedback/notice.tsx'
import type { ApplicationView } from '../../../rest/index.ts'
import { formatRelativeTime } from '../../tokens/format-relative-time.ts'
import { findExpiryState } from '../expiry-choices.ts'

export function SecretExpiryNotice({ application }: { application: ApplicationView }) {
  return application.credentials.map(({ name, clientId, secretExpiresAt }) => {
    const state = findExpiryState(secretExpiresAt)
    if (state !== 'soon' && state !== 'expired') return null
    const time = secretExpiresAt as string
    const verb = state === 'soon' ? 'expires' : 'expired'
    return (
      <Notice
        key={clientId}
        kind={state === 'soon' ? 'warning' : 'error'}
        role="none"
        title={`The secret of the credential ${name} ${verb} ${formatRelativeTime(time)}.`}
      >
        {state === 'soon'
          ? `Create a new secret before ${new Date(time).toLocaleString()}, and give it to your programs while both are valid.`
          : 'The token endpoint rejects it with invalid_client. Create a new secret.'}
      </Notice>
    )
  })
}
