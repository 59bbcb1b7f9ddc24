# cdclkit-native comes without types; tabi only hands the module to dratify.
