/** The page on which the user selects an API and an operation to call. */
import '@carbon/styles/scss/components/tile/_index.scss'
import { Layer, Tile } from '@carbon/react'
import { Loaded } from '../../../../../shared/ui/feedback/loaded.tsx'
import { ChoiceSelect, type Choices } from '../../../../../shared/ui/forms/choices.tsx'
import { navigate } from '../../../../../shared/ui/routing/use-location-hash.ts'
import { PageHeader } from '../../../../../shared/ui/shell/page-header.tsx'
import { t } from '../../../../../shared/ui/text/t.ts'
import type { ApiView, OperationView, ProductView } from '../../rest/index.ts'
import { usePortalResource } from '../api/use-portal-resource.ts'
import { buildTryLink } from '../routing/page-route.ts'
import TryPanel from './try-panel.tsx'

type TryPageProps = { api: string | undefined; operation: string | undefined }

export default function TryPage({ api: reference, operation }: TryPageProps) {
  const resource = usePortalResource('GET /products', {})
  const chosen = reference ?? resource.value?.[0]?.apis[0]?.reference

  return (
    <>
      <PageHeader title={t('Try it')} />
      <div className="try-page">
        <Loaded resource={resource}>
          {(products) =>
            chosen === undefined ? (
              <p>{t('Nothing is published here yet.')}</p>
            ) : (
              <div className="fields">
                <ChoiceSelect
                  id="try-api"
                  labelText="API"
                  value={chosen}
                  choices={listApis(products)}
                  change={(api) => navigate(buildTryLink(api))}
                />
              </div>
            )
          }
        </Loaded>
        {chosen !== undefined && <TryApi key={chosen} reference={chosen} wanted={operation} />}
      </div>
    </>
  )
}

/** Returns the APIs of all products, each once. */
function listApis(products: readonly ProductView[]): Choices {
  const apis = products.flatMap((each) => each.apis)
  return [...new Map(apis.map(({ reference, title, version }) => [reference, `${title} ${version}`]))]
}

function TryApi({ reference, wanted }: { reference: string; wanted: string | undefined }) {
  const resource = usePortalResource('GET /apis/:api', { api: reference })
  return (
    <Loaded resource={resource}>
      {(api) => {
        const operation = api.operations.find(({ id }) => id === wanted) ?? api.operations[0]
        return operation ? <TryOperation api={api} operation={operation} /> : <p>{t('The API has no operations.')}</p>
      }}
    </Loaded>
  )
}

function TryOperation({ api, operation }: { api: ApiView; operation: OperationView }) {
  return (
    <>
      <div className="fields">
        <ChoiceSelect
          id="try-operation"
          labelText={t('Operation')}
          value={operation.id}
          choices={api.operations.map(({ id, method, path }) => [id, `${method} ${path}`])}
          change={(id) => navigate(buildTryLink(api.reference, id))}
        />
      </div>
      <Tile>
        <h2 className="api__title">
          {operation.method} {operation.path}
        </h2>
        <Layer>
          <TryPanel key={operation.id} api={api} operation={operation} />
        </Layer>
      </Tile>
    </>
  )
}
