/** The page on which the user selects an API and an operation to call. */

import { Layer, Select, SelectItem, SelectItemGroup, Tile } from '@carbon/react'
import { ErrorNotice } from '../../../ui/feedback/error-notice.tsx'
import { LoadingIndicator } from '../../../ui/feedback/loading-indicator.tsx'
import { useResource } from '../../../ui/feedback/use-resource.ts'
import { navigate } from '../../../ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../ui/shell/page-header.tsx'
import { t } from '../../../ui/text/t.ts'
import { requestResource } from '../api/client.ts'
import { buildTryLink } from '../routing/page-route.ts'
import TryPanel from './try-panel.tsx'

export interface TryPageProps {
  reference: string | undefined
  operation: string | undefined
}

export default function TryPage({ reference, operation }: TryPageProps) {
  const {
    value: products,
    problem,
    reload,
  } = useResource('products', (signal) => requestResource('GET /products', {}, { signal }))
  const chosen = reference ?? products?.[0]?.apis[0]?.reference

  return (
    <>
      <PageHeader title={t('Try it')} />
      {problem && <ErrorNotice text={problem} again={reload} />}
      {!products && !problem && <LoadingIndicator />}
      {products && (
        <div className="fields">
          <Select
            id="try-api"
            labelText="API"
            value={chosen ?? ''}
            onChange={(event) => navigate(buildTryLink(event.target.value))}
          >
            {products.map(({ name, title, apis }) => (
              <SelectItemGroup key={name} label={title}>
                {apis.map((api) => (
                  <SelectItem key={api.reference} value={api.reference} text={`${api.title} ${api.version}`} />
                ))}
              </SelectItemGroup>
            ))}
          </Select>
        </div>
      )}
      {products && chosen === undefined && <p>{t('Nothing is published here yet.')}</p>}
      {chosen !== undefined && <TryApi key={chosen} reference={chosen} wanted={operation} />}
    </>
  )
}

function TryApi({ reference, wanted }: { reference: string; wanted: string | undefined }) {
  const {
    value: api,
    problem,
    reload,
  } = useResource(reference, (signal) => requestResource('GET /apis/:api', { api: reference }, { signal }))
  const operation = api?.operations.find(({ id }) => id === wanted) ?? api?.operations[0]

  if (problem) return <ErrorNotice text={problem} again={reload} />
  if (!api) return <LoadingIndicator />
  if (!operation) return <p>{t('The API has no operations.')}</p>
  return (
    <>
      <div className="fields try__operation">
        <Select
          id="try-operation"
          labelText={t('Operation')}
          value={operation.id}
          onChange={(event) => navigate(buildTryLink(reference, event.target.value))}
        >
          {api.operations.map(({ id, method, path }) => (
            <SelectItem key={id} value={id} text={`${method} ${path}`} />
          ))}
        </Select>
      </div>
      <h2 className="api__title try__title">
        {operation.method} {operation.path}
      </h2>
      <Tile>
        <Layer>
          <TryPanel key={operation.id} api={api} operation={operation} />
        </Layer>
      </Tile>
    </>
  )
}
