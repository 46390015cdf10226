/** Warns of client secrets of an application that expire soon or have expired. */

import { Notice } from '../../../../ui/feedback/notice.tsx'
import { formatDateTime } from '../../../../ui/text/format.ts'
import { t } from '../../../../ui/text/t.ts'
import type { ApplicationView } from '../../../rest/index.ts'
import { formatRelativeTime } from '../../tokens/format-relative-time.ts'
import { findExpiryState } from '../expiry-choices.ts'

export function SecretExpiryNotice({ application }: { application: ApplicationView }) {
  return application.credentials.map(({ name, clientId, secretExpiresAt }) => {
    const state = findExpiryState(secretExpiresAt)
    if (state !== 'soon' && state !== 'expired') return null
    const time = secretExpiresAt as string
    return (
      <Notice
        key={clientId}
        kind={state === 'soon' ? 'warning' : 'error'}
        role="none"
        title={t(
          state === 'soon'
            ? 'The secret of the credential {name} expires {distance}.'
            : 'The secret of the credential {name} expired {distance}.',
          { name, distance: formatRelativeTime(time) },
        )}
      >
        {state === 'soon'
          ? t('Create a new secret before {time}, and give it to your programs while both are valid.', {
              time: formatDateTime(time),
            })
          : t('The token endpoint rejects it with invalid_client. Create a new secret.')}
      </Notice>
    )
  })
}
