/** The last rejected calls of an application. */
import { Button } from '@carbon/react'
import { t } from '../../../ui/text/t.ts'
import type { ApplicationView } from '../../rest/index.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { RejectionTable } from './rejection-table.tsx'

export default function RejectionsPanel({ application: { name } }: { application: ApplicationView }) {
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
      <RejectionTable
        resource={rejections}
        column={[t('What to do'), ({ advice }) => advice]}
        empty={t('No call of it was rejected.')}
      />
    </>
  )
}
