/** A chosen file, in the form that a widget receives. */
export interface ChosenFile {
  readonly fileId: string
  readonly fileName: string
  readonly mimeType: string
}

/** The files half of `window.openai`. There is no storage behind it: a file lives as long as its View, and the model never sees it. */
export interface OpenAiFiles {
  readonly uploadFile: (file: File) => Promise<ChosenFile>
  readonly selectFiles: (options?: { accept?: string; multiple?: boolean }) => Promise<ChosenFile[]>
  readonly getFileDownloadUrl: (file: { fileId: string }) => Promise<{ downloadUrl: string }>
}

/** Keeps files for one View. */
export function openaiFiles(): OpenAiFiles {
  const kept = new Map<string, string>()
  const uploadFile = async (file: File): Promise<ChosenFile> => {
    const fileId = `file_${crypto.randomUUID()}`
    kept.set(fileId, URL.createObjectURL(file))
    return { fileId, fileName: file.name, mimeType: file.type }
  }
  return {
    uploadFile,
    async selectFiles({ accept = '', multiple = true } = {}) {
      const input = Object.assign(document.createElement('input'), { type: 'file', accept, multiple })
      const files = await new Promise<File[]>((resolve) => {
        input.addEventListener('change', () => resolve([...(input.files ?? [])]))
        input.addEventListener('cancel', () => resolve([]))
        input.click()
      })
      return Promise.all(files.map(uploadFile))
    },
    async getFileDownloadUrl({ fileId }) {
      const downloadUrl = kept.get(fileId)
      if (downloadUrl === undefined) throw new Error(`No file ${fileId} was uploaded in this view`)
      return { downloadUrl }
    },
  }
}
