/** Offers a patch as a file for `git apply`. */
export function downloadPatch(file: string, patch: string): void {
  const url = URL.createObjectURL(new Blob([patch], { type: 'text/x-diff' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${file.replaceAll('/', '-')}.patch`
  link.click()
  URL.revokeObjectURL(url)
}
