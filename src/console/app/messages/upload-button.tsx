/** A button that puts the content of a file as a message. */
import { FileUploaderButton } from '@carbon/react'
import type { ChangeEvent } from 'react'

import { useAction } from '../../../ui/feedback/use-action.ts'
import { putFile } from '../api/messages.ts'
import { transferTexts as texts } from '../wording/transfer-texts.ts'

export interface UploadButtonProps {
  manager: string
  queue: string
  done(): void
}

export function UploadButton({ manager, queue, done }: UploadButtonProps) {
  const { busy, run } = useAction({ notifiesErrors: true })

  async function upload({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    const isDone = await run(
      async () => putFile(manager, queue, await readBase64(file)),
      texts.uploaded,
      file.name,
      texts.upload,
    )
    target.value = '' // the same file can be selected again
    if (isDone) done()
  }

  return (
    <FileUploaderButton
      buttonKind="ghost"
      size="lg"
      labelText={texts.upload}
      disableLabelChanges
      disabled={busy}
      onChange={(event) => void upload(event)}
    />
  )
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '')
    reader.onerror = () => reject(new Error(texts.uploadFailed))
    reader.readAsDataURL(file)
  })
}
