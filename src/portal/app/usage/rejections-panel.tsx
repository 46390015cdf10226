/** The last rejected calls of an application, each with its explanation on demand. */

import { Button, Table, TableBody, TableCell, TableRow } from '@carbon/react'
import { useState } from 'react'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import { TableHeaderRow } from '../../../ui/table/table-header-row.tsx'
import { formatDateTime } from '../../../ui/text/format.ts'
import { t } from '../../../ui/text/t.ts'
import type { ApplicationView } from '../../rest/index.ts'
import { requestResource } from '../api/client.ts'
import { ExplanationView } from '../try/explanation-view.tsx'

export default function RejectionsPanel({ application: { name } }: { application: ApplicationView }) {
  const [chosen, setChosen] = useState<string>()
  const { value, problem, reload } = useResource(name, (signal) =>
    requestResource('GET /applications/:application/rejections', { application: name }, { signal }),
  )
  return (
    <>
      <p className="page__lead">
        {t('The last calls of the application that the gateway rejected. They are kept in memory until it restarts.')}
      </p>
      <p className="usage__totals">
        <Button kind="tertiary" size="sm" onClick={reload}>
          {t('Refresh')}
        </Button>
      </p>
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!value && !problem && <LoadingIndicator />}
      {value && (
        <ScrollRegion label={t('Rejected calls')}>
          <Table size="md" aria-label={t('Rejected calls')}>
            <TableHeaderRow titles={[t('Time'), t('Call'), t('Status'), t('Reason'), t('What to do')]} />
            <TableBody>
              {value.map(({ requestId, at, method, path, status, reason, advice }) => (
                <TableRow key={requestId}>
                  <TableCell>{formatDateTime(at)}</TableCell>
                  <TableCell>
                    {method} {path}
                  </TableCell>
                  <TableCell>{status}</TableCell>
                  <TableCell>
                    <Button kind="ghost" size="sm" onClick={() => setChosen(requestId)}>
                      {reason}
                    </Button>
                  </TableCell>
                  <TableCell>{advice}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </ScrollRegion>
      )}
      {value?.length === 0 && <p className="list__empty">{t('No call of it was rejected.')}</p>}
      {chosen !== undefined && <ExplanationView key={chosen} requestId={chosen} />}
    </>
  )
}
