// Saves a file for the browser's user.

export function saveFile(name: string, content: string | Uint8Array<ArrayBuffer>, type: string) {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
export const saveText = (name: string, text: string, type: string) => saveFile(name, text, `${type};charset=utf-8`)
