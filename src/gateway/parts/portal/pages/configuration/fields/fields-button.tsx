/** The button that opens the dialog with the fields of a document, where its kind has one. */
import { Button } from '@carbon/react'
import { Edit } from '@carbon/react/icons'
import { useState } from 'react'
import { Notice } from '../../../../../../shared/ui/feedback/notice.tsx'
import { useDialog } from '../../../../../../shared/ui/feedback/use-dialog.tsx'
import { t } from '../../../../../../shared/ui/text/t.ts'
import { readYaml } from '../../../../../lib/yaml/edit-yaml.ts'
import { FieldsDialog, type FieldsDialogProps } from './fields-dialog.tsx'
import { fieldsOfKind } from './fields-of-kind.ts'
import { SecurityDialog } from './security-dialog.tsx'

const titles: Readonly<Record<string, string>> = {
  'user-registry': t('User registry'),
  'oauth-provider': t('OAuth provider and scopes'),
  catalog: t('Catalog settings'),
  product: t('Product and plans'),
  api: t('Security definition'),
}

export type FieldsButtonProps = Omit<FieldsDialogProps, 'title' | 'close'> & { kind: string }

export function FieldsButton({ kind, ...props }: FieldsButtonProps) {
  const { dialog, show } = useDialog()
  const [problem, setProblem] = useState<string>()
  const title = titles[kind]
  if (title === undefined) return null

  function open() {
    try {
      readYaml(props.text) // a dialog needs the values of the text
      setProblem(undefined)
      show((close) => {
        const fields = fieldsOfKind[kind]
        const shared = { ...props, title: title ?? '', close }
        return fields ? <FieldsDialog {...shared} fields={fields} /> : <SecurityDialog {...shared} />
      })
    } catch (error) {
      setProblem((error as Error).message)
    }
  }

  return (
    <>
      {problem !== undefined && (
        <Notice kind="error" title={t('The text is not valid YAML: correct it first')}>
          {problem}
        </Notice>
      )}
      <div>
        <Button kind="tertiary" size="sm" renderIcon={Edit} onClick={open}>
          {t('Fields: {title}', { title })}
        </Button>
      </div>
      {dialog}
    </>
  )
}
