/** A backup or a restore that cannot be carried out. The message says what to do. */
export class BackupError extends Error {
  override name = 'BackupError'
}
