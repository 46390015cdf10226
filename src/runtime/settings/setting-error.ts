/** A setting that cannot be used. The message names it, with the value found and the accepted values. */
export class SettingError extends Error {
  override name = 'SettingError'
}
