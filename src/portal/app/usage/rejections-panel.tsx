/** The last rejected calls of an application, each with its explanation on demand. */

import { Button } from '@carbon/react'
import { useState } from 'react'
import { ResourceTable } from '../../../ui/table/resource-table.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import type { ApplicationView } from '../../rest/index.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { ExplanationView } from '../try/explanation-view.tsx'

export default function RejectionsPanel({ application: { name } }: { application: ApplicationView }) {
  const [chosen, setChosen] = useState<string>()
  const rejections = usePortalResource('GET /applications/:application/rejections', { application: name })
  return (
    <>
      <p className="page__lead">
        {t('The last calls of the application that the gateway rejected. They are kept in memory until it restarts.')}
      </p>
      <p className="usage__totals">
        <Button kind="tertiary" size="sm" onClick={rejections.reload}>
          {t('Refresh')}
        </Button>
      </p>
      <ResourceTable
        label={t('Rejected calls')}
        resource={rejections}
        keyOf={({ requestId }) => requestId}
        columns={[
          [t('Time'), ({ at }) => formatDateTime(at)],
          [t('Call'), ({ method, path }) => `${method} ${path}`],
          [t('Status'), ({ status }) => String(status)],
          [
            t('Reason'),
            ({ requestId, reason }) => (
              <Button kind="ghost" size="sm" onClick={() => setChosen(requestId)}>
                {reason}
              </Button>
            ),
          ],
          [t('What to do'), ({ advice }) => advice],
        ]}
        empty={t('No call of it was rejected.')}
      />
      {chosen !== undefined && <ExplanationView key={chosen} requestId={chosen} />}
    </>
  )
}
