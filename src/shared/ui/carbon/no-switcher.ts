/** Replaces Carbon's list of applications in the build: the panel of the header imports it to recognise it. */
export default function Switcher(): null {
  return null
}
