//! Files that arguments name.

pub(crate) mod recipe_file;
pub(crate) mod table_file;
