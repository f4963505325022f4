/** Whether the fine aim is open: whoever flicks by button wants it again for the next flick, at the next table, too. */
export const fine = $state({ isOpen: false });
