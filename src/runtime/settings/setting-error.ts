/** A setting that cannot be used; the message names it and says what would do. */
export class SettingError extends Error {
  override name = 'SettingRefused'
}
