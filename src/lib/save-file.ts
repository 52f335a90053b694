/** Offers data created in this browser as a download. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // By then the download holds its own reference to the data.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
